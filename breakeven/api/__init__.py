"""What `import breakeven` offers beside results: arrays, files, engines, gate, store, reports.

Reviews from arrays and files, tables counted by an engine, the gate, the library of this machine,
reports, and the plugin for pytest. Nothing is counted here.
"""
