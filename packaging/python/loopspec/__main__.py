"""`python -m loopspec`: the program itself."""

import subprocess
import sys

from . import binary

sys.exit(subprocess.run([binary(), *sys.argv[1:]]).returncode)
