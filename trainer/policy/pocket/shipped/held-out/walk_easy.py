import random,re
class DepotEnv:
 def __init__(s,max_turns=8):
  s.max_turns=max_turns
  s.reset()
 def reset(s,seed=None):
  r=random.Random(seed)
  s.t=0
  s.won=s.end=False
  s.x,s.y,s.g,s.h=0,0,r.randint(1,3),r.randint(2,3)
  s.p=r.choice([(1,0),(0,1)])
  return f"At 0,0. The candles are at {s.g},{s.h}, a pit of the depot at {s.p[0]},{s.p[1]}. East is \\boxed{{e}}; or n, w, s.",{}
 def step(s,action):
  if s.end:return "Over.",0.0,s.won,not s.won,{}
  s.t+=1
  a=re.findall(r"\\boxed\{ *([enws]) *\}",action)
  m=a[0] if a else ""
  s.x+=(m=="e")-(m=="w")
  s.y+=(m=="n")-(m=="s")
  s.won=(s.x,s.y)==(s.g,s.h)
  s.end=s.won or (s.x,s.y)==s.p or s.t>=s.max_turns
  return f"At {s.x},{s.y}.",float(s.won),s.won,s.end and not s.won,{}
 def solution(s):
  return ["\\boxed{%s}"%m for m in ("n"*s.h+"e"*s.g if s.p[0] else "e"*s.g+"n"*s.h)]
