"""What `import breakeven as be` offers: the same steps as the app and the command line."""
