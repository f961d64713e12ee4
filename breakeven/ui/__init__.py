"""What needs Streamlit and is no page: frame, choices, cached results, words, tables."""
