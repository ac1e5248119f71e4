import random,re
class GroveEnv:
 def __init__(s,max_turns=1):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  w=r.sample(range(2,12),4)
  c=w[0]+w[1]+r.randint(1,3)
  s.n=max(x+y for x in w for y in w if x<y and x+y<c)
  return f"The grove breaks at {c}. Its birds weigh {', '.join(map(str,w))}. What do the heaviest two weigh that it bears? Reply \\boxed{{99}}.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *(\d+) *\}",action)
  s.won=a==[str(s.n)]
  s.end=s.won or s.t>=s.max_turns
  return "Right." if s.won else "Wrong.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return "\\boxed{%d}"%s.n
