"""`python -m tooluse`; and `%run -m tooluse` in a notebook, which works whatever PATH holds."""

import sys

from tooluse import cli

IN_NOTEBOOK = "IPython" in sys.modules

try:
    sys.exit(cli.main())
except SystemExit:
    if not IN_NOTEBOOK:  # there all has been said: IPython would add its traceback to it
        raise
