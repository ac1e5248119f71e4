import { createPool } from '/work/main/server/sandbox/pool.ts'; import fs from 'node:fs';
import { Lane } from '/work/main/server/sandbox/lane.ts';
const o=(Lane.prototype as any).answered; (Lane.prototype as any).answered=function(a:any){ if(a.resident) console.log('resident',a.resident/1e6|0); return o.call(this,a); };
const pool=await createPool({children:1}); 
const B=['x = []\nwhile True: x.append("a" * 10 ** 6 + str(len(x)))','x = []\nwhile True: x.append([len(x)] * 1000)','import itertools\nlist(itertools.count())','import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(n): return f(n + 1)\nf(0)','x = []\nfor _ in range(1_000_000): x = [x]'];
for(let i=0;i<8;i++) for(const b of B){ const r:any=await pool.use(x=>x.run([{op:'load',source:b,compat:false}],{ticks:1e7})); console.log(pool.processes[0],JSON.stringify(r.breach)); }
await pool.close();
