import random,re
class KitchenEnv:
 def __init__(s,max_turns=1):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  x,d,e=[r.randint(1,6)],r.randint(1,5),r.randint(0,2)
  for i in range(4):x.append(x[-1]+d+e*i)
  s.n=x.pop()
  return f"The kitchen counts its bricks: {', '.join(map(str,x))}. What comes next? Reply \\boxed{{99}}.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *(-?\d+) *\}",action)
  s.won=a==[str(s.n)]
  s.end=s.won or s.t>=s.max_turns
  return "Right." if s.won else "Wrong.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return "\\boxed{%d}"%s.n
