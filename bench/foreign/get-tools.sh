#!/usr/bin/env bash
# get-tools.sh SOURCES TOOLS: puts together what examples/foreign/competition.yml expects in 'tools'.
#
# SOURCES holds checkouts of public repositories, which never enter this one: benchexec (sosy-lab),
# cprover-sv-comp (diffblue), predator (kdudka), predatorhp (versokova), sv-sanitizers (sim642), fshell-w2t
# (tautschnig), pycparserext (inducer, efa66d3 or another one of before pycparser 3); in SOURCES/python-debs
# Debian's packages python3-pycparser and python3-ply; and in
# SOURCES/debs, where the system has no CBMC 6, Debian's packages cbmc, minisat, libc6, libstdc++6 and libgcc-s1
# of a release that has it (apt-get download). Needs make, g++, cmake, gcc-12-plugin-dev and libboost-dev for
# Predator (6 minutes of CPU time), gcc and python3 for the others.
set -euo pipefail
sources=$(realpath "$1"); mkdir -p "$2"; tools=$(realpath "$2")

# BenchExec's package, for its tool-info modules.
mkdir -p "$tools/benchexec"
cp -r "$sources/benchexec/benchexec" "$tools/benchexec/"

# CBMC behind the wrapper of its competition archive, which expects to be started in its own folder.
mkdir -p "$tools/cbmc"
make -s -C "$sources/cprover-sv-comp" cbmc-wrapper
# 'TRUE' needs unwinding assertions in the second run: --no-standard-checks drops them since CBMC 6.
sed -e 's#^TOOL_BINARY=.*#TOOL_DIR=$(dirname "$(realpath "$0")"); export TOOL_DIR\nTOOL_BINARY=$TOOL_DIR/cbmc-binary#' \
    -e 's#\./\(goto-cc\|goto-instrument\|cbmc-binary\)#"$TOOL_DIR"/\1#g' \
    -e 's/--slice-formula --no-standard-checks --unwind/--slice-formula --no-standard-checks --unwinding-assertions --unwind/' \
    "$sources/cprover-sv-comp/cbmc-wrapper" > "$tools/cbmc/cbmc"
for name in cbmc goto-cc goto-instrument; do
  binary=$tools/cbmc/$name; [ "$name" = cbmc ] && binary=$tools/cbmc/cbmc-binary
  if [ -d "$sources/debs" ]; then
    for package in "$sources"/debs/*.deb; do dpkg-deb -x "$package" "$tools/cbmc/root"; done
    cat > "$binary" <<EOF
#!/bin/sh
root=\$(dirname "\$(realpath "\$0")")/root
lib=\$root/usr/lib/x86_64-linux-gnu
exec "\$lib/ld-linux-x86-64.so.2" --library-path "\$lib:\$root/usr/lib" "\$root/usr/bin/$name" "\$@"
EOF
  else
    printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v "$name")" > "$binary"
  fi
  chmod +x "$binary"
done
chmod +x "$tools/cbmc/cbmc"

# SV-sanitizers are a script around gcc.
cp -r "$sources/sv-sanitizers" "$tools/"

# FShell-witness2test validates by execution: a test of the witness, built with gcc. It would fetch its two libraries
# when it is started, which no run can.
witness2test=$tools/fshell-witness2test
mkdir -p "$witness2test/pycparser-master" "$witness2test/pycparserext-main"
cp "$sources/fshell-w2t"/* "$witness2test/"
cp -r "$sources/pycparserext/pycparserext" "$witness2test/pycparserext-main/"
for package in "$sources"/python-debs/*.deb; do dpkg-deb -x "$package" "$witness2test/root"; done
mv "$witness2test/root/usr/lib/python3/dist-packages"/{pycparser,ply} "$witness2test/pycparser-master/"
rm -r "$witness2test/root"

if [ ! -d "$sources/predator" ]; then
  chmod -R a+rX,u+w "$tools"
  echo "PredatorHP is left out: there is no $sources/predator" >&2
  exit 0
fi
# Of Predator's hunting party the general member: the others, which may say FALSE, need builds of branches that are
# not in the public repository. So it says TRUE or UNKNOWN. Its driver was written for Python 2.
(cd "$sources/predator" && ./switch-host-gcc.sh /usr/bin/gcc-12) || test -e "$sources/predator/sl_build/libsl.so"
party=$tools/predatorhp
mkdir -p "$party/predator"
cp -r "$sources/predator/sl_build" "$party/predator/"
sed -i 's#^export SL_PLUG=.*#export SL_PLUG="$(dirname "$(realpath "$0")")/libsl.so"#' "$party/predator/sl_build/check-property.sh"
for member in bfs dfs; do
  mkdir -p "$party/predator-$member/sl_build"
  printf '#!/bin/sh\necho UNKNOWN\n' > "$party/predator-$member/sl_build/check-property.sh"
done
sed -e '1s#.*#\#!/usr/bin/python3#' -e 's/stdout=subprocess.PIPE,/stdout=subprocess.PIPE, text=True,/' \
    -e 's/ -x %s\( -d [0-9]*\)\{0,1\} -- / -- /' \
    -e 's/args.propertyfile, witness_[a-z0-9_]*, args.testcase/args.propertyfile, args.testcase/' \
    "$sources/predatorhp/predatorHP.py" > "$party/predatorHP.py"
chmod -R a+rX,u+w "$tools"; chmod +x "$party/predatorHP.py" "$party"/*/sl_build/check-property.sh
