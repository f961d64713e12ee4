"""The same evaluation without a browser: `python cli.py evaluate FILE …`."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    # isolated (python -I), Python does not look beside the script it runs
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from breakeven.commands.main import main

    sys.exit(main(name="cli.py"))
