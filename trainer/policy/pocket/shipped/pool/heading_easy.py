import random,re
class LighthouseEnv:
 def __init__(s,max_turns=1):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  x=y=0
  u,v,q=0,1,""
  for _ in range(2):
   k,w=r.randint(2,5),r.choice([1,-1])
   x+=k*u;y+=k*v
   q+=f"{k} then {'right' if w>0 else 'left'}, "
   u,v=v*w,-u*w
  s.n=f"{x},{y}"
  return "From the lighthouse at 0,0 facing north the tiles go: "+q+"stop. Where? Reply \\boxed{3,-4}.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *(-?\d+,-?\d+) *\}",action)
  s.won=a==[s.n]
  s.end=s.won or s.t>=s.max_turns
  return "Right." if s.won else "Wrong.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return "\\boxed{%s}"%s.n
