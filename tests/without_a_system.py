"""Collections that nobody predicted anything of: what is true, what people said, and texts."""

from __future__ import annotations

WHEAT = (
    "the harvest of wheat was brought in before the rain came and every mill along the river had "
    "enough to grind until the end of winter"
)
CORN = (
    "prices for corn fell on Monday after traders in Chicago heard that farmers had planted more "
    "than anybody expected in the dry month of May"
)
OIL = (
    "two tankers left port with oil yesterday while engineers repaired a leaking pipeline that had "
    "stopped all deliveries to northern towns since last week"
)
# the text of 3, in test, is that of 1 in train; of train two documents are of w and one of c
PLAIN = f"""id,text,label,split
1,{WHEAT},w,train
2,{CORN},c,train
3,{WHEAT},w,test
4,{OIL},o,test
5,more wheat came by ship today,w,train
""".encode()
# Anna: w c w c, Ben: w w w c; they agree on 3 of 4, and by chance on half: kappa is 1/2
PEOPLE = b"""id,annotator,labels
1,anna,w
1,ben,w
2,anna,c
2,ben,w
3,anna,w
3,ben,w
4,anna,c
4,ben,c
"""
WITH_TEXTS = b"""id,text,annotator,labels
1,wheat is good,anna,w|c
1,wheat is good,ben,w
2,corn is good,anna,c
2,corn is good,ben,c
"""
SEVERAL = f"""id,text,labels,split
1,{WHEAT},w|c,train
2,{CORN},c,train
3,{WHEAT},w,test
4,{OIL},,test
""".encode()
TEXTS = f"""text,split
{WHEAT},train
{CORN},train
{WHEAT},test
""".encode()
ONE_CLASS = b"id,text,label\n1,wheat is good,w\n2,corn is good,w\n"
FILES = {
    "plain": PLAIN,
    "people": PEOPLE,
    "people with texts": WITH_TEXTS,
    "several classes": SEVERAL,
    "texts": TEXTS,
    "one class": ONE_CLASS,
}
