# SPDX-License-Identifier: MIT
"""Says whether docs/gpu-status.md speaks of the kernels and launches as they are now.

The document carries a line `Sources: <hash>`: the first 16 digits of the SHA-256 over the files below, names included.
Prints STALE when they have changed since the last run on a GPU; exits with 1 only when the line is missing, or with --release. With
--release it also asks docs/data/gpu-runs.json for runs of these files, none of which had a test that failed.

usage: check_gpu_status.py SOURCE_DIR [--release]
"""
import hashlib
import json
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
files = sorted(path for folder in ("stencils/gpu", "programs") for path in (root / "src" / folder).glob("**/*.[ch]*"))
digest = hashlib.sha256()
for path in files:
    digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
now = digest.hexdigest()[:16]

stated = re.search(r"^Sources: `([0-9a-f]{16})`", (root / "docs/gpu-status.md").read_text(), re.M)
if len(files) < 60:
    sys.exit(f"only {len(files)} kernel and launch sources found")
if not stated:
    sys.exit(f"docs/gpu-status.md has no line `Sources: `{now}``")
if stated[1] != now:
    print(f"STALE: docs/gpu-status.md speaks of sources {stated[1]}, these are {now}; run the tests on a GPU again")
    sys.exit(1 if "--release" in sys.argv else 0)
if "--release" in sys.argv:
    runs = json.loads((root / "docs/data/gpu-runs.json").read_text(encoding="utf-8"))["runs"]
    own = [run for run in runs if run.get("sources") == now]
    failed = [f"{run['date']}, {run['what']}: {run['result']}" for run in own if re.search(r"\b[1-9]\d* failed", run["result"])]
    if failed or not own:
        sys.exit("\n".join(failed) or f"docs/data/gpu-runs.json has no run of these sources, {now}")
print(f"docs/gpu-status.md speaks of these sources, {now}")
