/** Two users: Alice owns a confirmed and an unconfirmed podcast and has tokens of every kind; Bob has a podcast. */
export const aliceAndBob = {
  users: [
    {
      key: 'alice',
      name: 'Alice',
      tokens: [
        { key: 'all', permissions: ['read', 'update', 'delete'] },
        { key: 'read', permissions: ['read'] },
        { key: 'update', permissions: ['update'] },
        { key: 'none', permissions: [] },
      ],
    },
    { key: 'bob', name: 'Bob', tokens: [{ key: 'bob', permissions: ['read', 'update', 'delete'] }] },
  ],
  podcasts: [
    {
      key: 'tech',
      title: 'Tech Weekly',
      owner: 'alice',
      ownership_confirmed: true,
      episodes: [
        { key: 'e1', title: 'One' },
        { key: 'e2', title: 'Two' },
        { key: 'busy', title: 'Being transcribed', transcription: 'transcribing' },
        { key: 'separating', title: 'Being separated', transcription: 'separating_speakers' },
        {
          key: 'rich',
          title: 'With everything',
          transcript: { format: 'srt', content: '1\n00:00:01,000 --> 00:00:02,000\nBefore\n' },
          words: [{ start: 1, end: 1.5, text: 'Before' }],
          chapters: [
            { startTime: 0, title: 'Intro', summary: 'Hello' },
            { startTime: 60.5, title: 'Main' },
          ],
        },
      ],
    },
    { key: 'unconfirmed', title: 'Not yet', owner: 'alice', episodes: [{ key: 'waiting', title: 'Waiting' }] },
    { key: 'bobs', title: 'Bob talks', owner: 'bob', ownership_confirmed: true, episodes: [{ key: 'foreign', title: 'Not Alice’s' }] },
  ],
};

/** A small valid SRT. */
export const SRT = '1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nthere\n';

/** A small valid WebVTT with two speakers. */
export const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ann>Hello\n\n00:03.000 --> 00:04.000\n<v Ben>there\n';
