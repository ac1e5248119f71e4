"""Compiles our own modules apart from the interpreter that will hold them: compiling litters memory.

Executed by the image build, with `SOURCES` given: a list of (module name, file name, source). Leaves `codes`.
"""

import base64
import marshal

codes = base64.b64encode(
    marshal.dumps([(name, compile(source, file, "exec", dont_inherit=True)) for name, file, source in SOURCES])
)
