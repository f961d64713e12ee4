"""The same evaluation without a browser: `python cli.py evaluate FILE …`."""

from __future__ import annotations

import sys

from breakeven.commands.main import main

if __name__ == "__main__":
    sys.exit(main(name="cli.py"))
