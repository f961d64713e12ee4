"""Parts of the Classes page. What a class is worth is assessed in the analysis, not here."""
