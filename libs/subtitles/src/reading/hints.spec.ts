import { describe, expect, it } from '@jest/globals';
import { judge } from '../judge.js';

const first = (text: string | Buffer) => judge(typeof text === 'string' ? text : new TextDecoder('utf-8').decode(text)).defects[0];

describe('the message of an untimed block names the line that is meant as its timing line (contract 14.2)', () => {
  it.each([
    ['1\n00:00:01,000 - -> 00:00:02,000\nHello\n', 2, 'its arrow is not "-->"'],
    ['00:00:01,000 ⟶ 00:00:02,000\nHello\n', 1, 'its arrow is not "-->"'],
    ['1\n\u200e00:00:01,000 --> 00:00:02,000\nHello\n', 2, 'it has invisible characters: left-to-right mark (U+200E)'],
    ['1\n٠٠:٠٠:٠١,٠٠٠ --> ٠٠:٠٠:٠٢,٠٠٠\nHello\n', 2, 'its digits are not 0 to 9'],
    ['1\n"00:00:01,000 --> 00:00:02,000"\nHello\n', 2, 'something stands around its times'],
    ['WEBVTT\n\nintro\n00:01.000 -> 00:02.000\nHello\n', 4, 'its arrow is not "-->"'],
    ['{0}{25}Hello|there\n{26}{50}More\n', 1, 'it counts frames (MicroDVD)'],
  ])('the message of an untimed block names the line meant as its timing line: %j', (text, line, fault) => {
    const defect = first(text);
    expect(defect).toMatchObject({ code: 'no_times', message: expect.stringContaining(`line ${line} looks like one, but ${fault}`) });
  });

  it('the message of an untimed block names a line, and its code and line stay those of the block', () => {
    expect(first('WEBVTT\n\nintro\n00:01.000 -> 00:02.000\nHello\n')).toMatchObject({ code: 'no_times', line: 3, subtitle: null });
  });

  it('the message of an untimed block names no line of words', () => {
    expect(first('WEBVTT\n\nWe meet at 10:30 → 11:00, maybe.\n\n00:01.000 --> 00:02.000\nHello\n')?.message).toBe(
      'This block has no timing line: “We meet at 10:30 → 11:00, maybe.”',
    );
  });

  it('the messages of a thousand untimed blocks cost no more than those of a hundred', () => {
    const { defects, defectCount } = judge(`WEBVTT\n\n${'00:01.000 -> 00:02.000\nHello\n\n'.repeat(1000)}`);
    expect([defects.length, defectCount]).toEqual([100, 1000]);
  });
});

const SRT = '1\r\n00:00:01,000 --> 00:00:02,000\r\nÇa va? Très bien\r\n\r\n';

describe('a file that is not in UTF-8 is told which encoding it looks like', () => {
  it.each([
    ['UTF-16LE', Buffer.from(SRT, 'utf16le')],
    ['UTF-16BE', Buffer.from(SRT, 'utf16le').swap16()],
    ['UTF-32', Buffer.from([...SRT].flatMap((character) => [character.codePointAt(0) ?? 0, 0, 0, 0]))],
    ['Latin-1 or windows-1252', Buffer.from('Ça va, très bien\n', 'latin1')],
    ['UTF-8 that was read as UTF-16', new TextDecoder('utf-16le').decode(Buffer.from(SRT))],
    ['UTF-8 that was read as windows-1252', new TextDecoder('windows-1252').decode(Buffer.from('\ufeffWEBVTT\n\nÇa va\n'))],
  ])('a file that is not in UTF-8 is told which encoding it looks like: %s', (encoding, file) => {
    expect(first(file)).toMatchObject({
      code: expect.stringMatching(/^(?:no_times|empty|bad_time)$/),
      message: expect.stringContaining(`the file looks like ${encoding}:`),
    });
  });

  it('a file that is not in UTF-8 is told which encoding it looks like also when it was sent as WebVTT', () => {
    const [defect] = judge(new TextDecoder().decode(Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\na\n', 'utf16le')), 'vtt').defects;
    expect(defect).toMatchObject({ code: 'bad_format', message: expect.stringContaining('the file looks like UTF-16LE:') });
  });

  it('the sender of a file that is not in UTF-8 is asked for its encoding when nothing tells', () => {
    expect(first('Good morning.\n')?.message).toContain('is the file UTF-8?');
  });
});
