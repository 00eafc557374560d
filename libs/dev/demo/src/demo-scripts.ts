import type { Part } from './demo-dialogue.ts';

/** Harbour Walls: two hosts and a diver. */
export const bellUnderTheBreakwater: readonly Part[] = [
  {
    title: 'A sound nobody could place',
    summary: 'Residents report a bell at low water; the harbour office has no bell.',
    lines: [
      ['Ines', 'This is Harbour Walls, the show about the parts of a port that nobody photographs. I am Ines Carvalho.'],
      ['Tom', 'And I am Tom Adeyemi. Today we are standing on the outer breakwater, at six in the morning, because of a letter.'],
      ['Ines', 'Three letters, actually. All from people who live on the quay, and all about the same thing.'],
      ['Tom', 'They hear a bell. Not every day, only at the lowest spring tides, and only for about twenty minutes.'],
      ['Ines', 'So I called the harbour office and asked which bell that would be. There was a long silence.'],
      ['Tom', 'They do not have one?'],
      ['Ines', 'They have not had one since 1951. The last fog bell was sold for scrap, and there is a receipt.'],
    ],
  },
  {
    title: 'Marta goes down',
    summary: 'Harbour diver Marta Lindqvist on what she found at nine metres.',
    lines: [
      ['Ines', 'Which is why we asked Marta Lindqvist to come along. Marta inspects the wall twice a year, from below.'],
      ['Marta', 'Good morning. Usually I count cracks. Nobody has ever asked me to look for music.'],
      ['Tom', 'What can you see down there? I always imagine it as completely dark.'],
      ['Marta', 'At nine metres you have perhaps an arm of visibility. So you do not look, you touch, and you listen.'],
      ['Marta', 'And at the toe of the wall, where the old drain comes out, I could feel it in my teeth.'],
      ['Ines', 'In your teeth?'],
      ['Marta', 'A knock, then a ring, then a knock. About once every four seconds. That is the swell, that is its rhythm.'],
      ['Tom', 'So something is hanging there, and the water swings it.'],
      ['Marta', 'A mooring shackle as big as a loaf of bread, on half a metre of chain, inside a cast iron pipe.'],
      ['Ines', 'That is a bell. You have just described a bell.'],
      ['Marta', 'It is a very bad bell. But when the tide is low enough the pipe is full of air, and then it carries.'],
    ],
  },
  {
    title: 'What to do with it',
    lines: [
      ['Tom', 'The sensible thing would be to take it out before it cracks the pipe.'],
      ['Marta', 'I have written that in my report. I have also written that there is no hurry.'],
      ['Ines', 'Diplomatic. And what do the people on the quay want?'],
      ['Tom', 'One wants it gone, one does not mind, and one has asked for a timetable.'],
      ['Ines', 'Then here it is: the next spring tide is on the twelfth, at a quarter to seven. Bring a coat & a thermos.'],
      ['Tom', 'Next week: why the ferry turns twice. Thank you for listening to Harbour Walls.'],
    ],
  },
];

/** Harbour Walls, with one voice most of the time. */
export const ferryTurnsTwice: readonly Part[] = [
  {
    title: 'The question',
    lines: [
      ['Ines', 'Every child in this town has asked it. The ferry leaves the dock, turns left, turns right, and only then goes straight.'],
      ['Tom', 'I asked it when I was forty. Does that count?'],
      ['Ines', 'It counts. I have spent a week on the bridge with the two captains, and they gave me two different answers.'],
    ],
  },
  {
    title: 'The sandbank answer',
    summary: 'A bank that moved in 1968 and a course that did not.',
    lines: [
      ['Ines', 'Captain Brandt says it is the sandbank. It sits just off the dock, and you go round it or you sit on it.'],
      ['Tom', 'That sounds convincing.'],
      ['Ines', 'It does, until you look at the chart. The bank has not been there since the storm of 1968.'],
      ['Tom', 'So for almost sixty years they have been steering round nothing.'],
      ['Ines', 'Round the memory of something. He said that himself, and then he asked me not to use it.'],
      ['Tom', 'And you promised?'],
      ['Ines', 'I promised to think about it. Then he laughed and said I should use it after all.'],
    ],
  },
  {
    title: 'The wind answer',
    lines: [
      ['Ines', 'Captain Osei says it is the wind. Between the grain silo and the church there is a gap of eighty metres.'],
      ['Ines', 'With a westerly, the gust comes through that gap and takes the stern. The first turn is to meet it.'],
      ['Tom', 'And the second turn?'],
      ['Ines', 'The second turn is to stop meeting it. You lean on a door, somebody opens it, you need a step to catch yourself.'],
      ['Tom', 'And on a day without any wind?'],
      ['Ines', 'On a day without wind she turns all the same. I asked why. She said: because the passengers hold on to the rail by then.'],
      ['Tom', 'They know the turn, so it would be dangerous not to turn.'],
      ['Ines', 'Exactly. Somebody would be standing there, bracing for a turn that never comes, and fall over.'],
      ['Tom', 'I find that the most reassuring thing I have heard about public transport.'],
      ['Ines', 'This was Harbour Walls. If you take the ten past eight tomorrow: left hand on the rail, please.'],
    ],
  },
];

/** The Kitchen Thermometer: a cook and a physicist. */
export const onionsWaitForNobody: readonly Part[] = [
  {
    title: 'Forty minutes, they said',
    summary: 'Why recipes lie about onions.',
    lines: [
      ['Dara', 'Welcome to The Kitchen Thermometer. I cook, Felix measures, and at the end somebody has to wash up.'],
      ['Felix', 'It is always me. Today I brought the infrared camera, so I also get to clean onion off a lens.'],
      ['Dara', 'Recipes say: brown the onions, five minutes. I have never in my life browned an onion in five minutes.'],
      ['Felix', 'Neither has anybody else. We asked eleven cooks, and the fastest honest answer was twenty-eight.'],
      ['Dara', 'The fastest dishonest answer was five.'],
      ['Felix', 'That was a book, not a cook.'],
    ],
  },
  {
    title: 'First the water has to go',
    summary: 'An onion is nine tenths water, and water does not get hotter than it wants to.',
    lines: [
      ['Felix', 'Here is the whole problem. An onion is about ninety per cent water. Browning starts well above boiling.'],
      ['Dara', 'And as long as there is water in the pan, nothing in the pan is hotter than a hundred degrees.'],
      ['Felix', 'Right. Look at the camera: the rim is yellow, the middle is purple, and it stays purple for a quarter of an hour.'],
      ['Dara', 'That is when people lose patience and turn the flame up.'],
      ['Felix', 'Which browns the rim and leaves the middle raw. You get burnt and wet in the same spoon.'],
      ['Dara', 'My grandmother put a lid on first. Everybody told her that was wrong, because it keeps the steam in.'],
      ['Felix', 'Your grandmother was right. The steam breaks the cells, so the water comes out sooner. Then the lid comes off.'],
    ],
  },
  {
    title: 'The measurement',
    lines: [
      ['Dara', 'So we made three pans. Same onion, same butter, same flame.'],
      ['Felix', 'Pan one, no lid: thirty-four minutes. Pan two, lid for the first eight: twenty-six.'],
      ['Dara', 'And pan three was mine. Lid for eight minutes, and a spoon of water every time it began to stick.'],
      ['Felix', 'Which I called cheating.'],
      ['Dara', 'How long did it take, Felix?'],
      ['Felix', 'Twenty-two minutes, and it tasted best. I have entered it in the table under "cheating".'],
      ['Dara', 'Write to us about your onions. Next time: what a loaf does while it pretends to rest.'],
    ],
  },
];

export const restingALoaf: readonly Part[] = [
  {
    title: 'Still baking',
    lines: [
      ['Dara', 'The bread is out of the oven, the kitchen smells like a promise, and Felix will not let me cut it.'],
      ['Felix', 'Because it is not finished. The oven is off, but the middle of that loaf is at ninety-six degrees.'],
      ['Dara', 'It looks finished.'],
      ['Felix', 'It looks finished from the outside. So does a cake with a wet heart, and so do I on a Monday.'],
    ],
  },
  {
    title: 'Two probes and a long wait',
    summary: 'What the crumb does between ninety-six and thirty-five degrees.',
    lines: [
      ['Felix', 'I put one probe in the middle and one just under the crust. Watch what happens when they meet.'],
      ['Dara', 'The outside is getting warmer again. That cannot be right.'],
      ['Felix', 'It is right. The heat of the middle has to leave through the crust. It carries the water with it.'],
      ['Dara', 'That is why the crust goes soft if you wrap it.'],
      ['Felix', 'And that is why the knife drags when you cut too early. The starch has not set, you are tearing a gel.'],
      ['Dara', 'You make bread sound like a medical emergency.'],
      ['Felix', 'At an hour and ten minutes both probes say thirty-five. From here on nothing moves any more.'],
      ['Dara', 'An hour and ten minutes. My children would have eaten the table by then.'],
    ],
  },
  {
    title: 'A compromise',
    lines: [
      ['Felix', 'There is a compromise. Bake two small loaves and sacrifice one.'],
      ['Dara', 'I like it. The first loaf is for impatience and the second one is for breakfast.'],
      ['Felix', 'Cut the first with a serrated knife, and do not press. The crumb will be gummy, and you will not care.'],
      ['Dara', 'Butter hides a great deal of physics.'],
      ['Felix', 'Butter hides all of it. Until next time, keep the probe clean.'],
    ],
  },
];

/** Release Notes, Read Aloud: a team of three. */
export const nineMinuteMigration: readonly Part[] = [
  {
    title: 'Version 4.18, read aloud',
    summary: 'One line in the notes, nine minutes in the incident log.',
    lines: [
      ['Noor', 'Release Notes, Read Aloud. We take one line from a changelog and ask the people behind it what really happened.'],
      ['Noor', 'Today: version 4.18 of a booking system that some of you have certainly cursed at. Jonas, would you read it?'],
      ['Jonas', 'With pleasure. "Improved the storage of opening hours." That is all. One line, no exclamation mark.'],
      ['Noor', 'And how long was the system down for this improvement?'],
      ['Priya', 'Nine minutes and fourteen seconds. It felt like a semester.'],
    ],
  },
  {
    title: 'The column that was a sentence',
    summary: 'Opening hours as free text, in six languages.',
    lines: [
      ['Noor', 'Priya, you wrote the migration. What was wrong with the opening hours?'],
      ['Priya', 'They were text. Somebody typed "Mon to Fri, nine till late" and we printed it on the page.'],
      ['Jonas', 'To be fair, for ten years that was all anybody wanted.'],
      ['Priya', 'Then people wanted to ask: who is open now? And you cannot compare "late" with eleven o’clock.'],
      ['Noor', 'How many rows were there?'],
      ['Priya', 'Two hundred and six thousand, in six languages. My favourite said "when the flag is up".'],
      ['Jonas', 'We kept that one. It has a field of its own now. It is called remarks.'],
    ],
  },
  {
    title: 'Nine minutes',
    lines: [
      ['Noor', 'So you had a script, you had tried it on a copy, and then it was Tuesday morning.'],
      ['Priya', 'On the copy it took forty seconds. On Tuesday it took a lock, and the lock had company.'],
      ['Jonas', 'There was a report running. A report that nobody had opened since March, and that started every Tuesday at six.'],
      ['Priya', 'It held the table, we waited for the report, and everybody who wanted a booking waited for us.'],
      ['Noor', 'Why did you not stop it?'],
      ['Priya', 'Because for eight of the nine minutes I believed it would be done in the next ten seconds.'],
      ['Jonas', 'That sentence hangs on the wall of our office now. Framed.'],
      ['Noor', 'What do you do differently today?'],
      ['Priya', 'A lock timeout of two seconds, always. If you cannot have the table at once, go away and come back later.'],
      ['Jonas', 'And we deleted the report. There was one complaint. It came from the report’s own error mail.'],
      ['Noor', 'Thank you both. The line again, please, Jonas, the way you would write it now.'],
      ['Jonas', '"Opening hours are times now. Flags remain supported."'],
    ],
  },
];

/** Maps Nobody Asked For: one voice. */
export const mapOfBenches: readonly Part[] = [
  {
    title: 'Four hundred benches',
    lines: [
      ['Wanda', 'There is a map of every bench in my district. I know, because I made it, and it took two winters.'],
      ['Wanda', 'Four hundred and twelve benches. Nobody asked for it, which is the whole idea of this show.'],
      ['Wanda', 'I noted four things for each of them. Can you lean back? Is there shade at noon? Is there a bin? Who is it for?'],
      ['Wanda', 'The last one needs explaining. Some benches carry a small plate with a name, and some carry a sentence.'],
    ],
  },
  {
    title: 'The plates',
    summary: 'What people write when they have eight words.',
    lines: [
      ['Wanda', 'Most of the plates say in memory of, and a name. I wrote them all down, and I am glad that I did.'],
      ['Wanda', 'Because eleven of them are gone by now. The screws are still there, and the map remembers the words.'],
      ['Wanda', 'One said: she would have moved it two metres to the left. And do you know what, she would have been right.'],
      ['Wanda', 'From two metres to the left you can see the river. From the bench you see a very nice electrical cabinet.'],
      ['Wanda', 'One said only: sit. I did, for quite a while.'],
    ],
  },
  {
    title: 'How to use it',
    lines: [
      ['Wanda', 'A woman wrote to me whose father walks with a stick. He needs a bench every three hundred metres.'],
      ['Wanda', 'She had laid my map over his way to the bakery. There is a gap, exactly one, on the hill.'],
      ['Wanda', 'I sent her letter and the map to the council, with a cross where the missing bench should be.'],
      ['Wanda', 'They answered that no one had ever asked for a bench there. Somebody has now.'],
      ['Wanda', 'It was put up in April. Number four hundred and thirteen. You can lean back, and there is shade at noon.'],
    ],
  },
];
