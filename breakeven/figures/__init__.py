"""Results drawn as Plotly figures; nothing is computed here."""
