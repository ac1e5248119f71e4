import { createPool } from '/work/main/server/sandbox/pool.ts'; import fs from 'node:fs';
const pool=await createPool({children:1}); const pid=pool.processes[0]!; const rss=()=>{const s=fs.readFileSync(`/proc/${pid}/smaps_rollup`,'utf8'); return 'priv '+(+/^Private_Dirty:\s+(\d+)/m.exec(s)![1]!/1024).toFixed(0)};
const A=['x=[open("/lib/python314.zip","rb") for _ in range(2000)]','import os\nfor i in range(300):\n  try: os.stat("/x"+str(i)*100)\n  except OSError: pass','print("x"*10**6)','import sys\nsys.setrecursionlimit(10**6)\ndef f(): f()\nf()','x=[0]*10**9','import os\nos._exit(1)','def f(): pass\nf.__code__=f.__code__.replace(co_code=b"\\xff"*20)\nf()','import json\njson.loads("["*1000000)','import random,re,json,logging,difflib','x="é"*10**6\nprint(x)','raise ValueError("x"*10**6)','sum(iter(int,1))','x=[bytes(10**6) for _ in range(100)]'];
console.log('start',rss()); const t=performance.now();
for(let i=0;i<40;i++){ for(const a of A) await pool.use(x=>x.run([{op:'load',source:a,compat:false}],{ticks:20000,milliseconds:100})); if(i%8==7) console.log(i,rss(),(performance.now()-t).toFixed(0),pool.processes[0]===pid); }
await pool.close();
