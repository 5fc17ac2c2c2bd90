"""What a hostile reply costs a whole process, measured from outside of Python (SPEC D5)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "bomb.py"


def test_d5_b106_a_reply_of_100_megabytes_costs_a_process_under_5_megabytes() -> None:
    made = subprocess.run(
        [sys.executable, str(BENCH), "--json"], capture_output=True, check=True, text=True
    )
    (rows,) = json.loads(made.stdout).values()
    above = {kind: row["MB above idle"] for kind, row in rows.items()}
    # The same reply, read by a client without bounds: the measure sees a bomb.
    assert above.pop("gzip, plain client") > 50
    assert set(above) == {"gzip", "plain", "chunked"}
    assert max(above.values()) < 5
