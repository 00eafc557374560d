import { describe, expect, it } from '@jest/globals';
import { kindOf } from './user-agents.js';

describe('a user agent (contract 12.6)', () => {
  it.each([
    'AppleCoreMedia/1.0.0.20G81 (iPhone; U; CPU OS 16_6_1 like Mac OS X; en_us)',
    'Apple Podcasts/1.0',
    'ApplePodcasts/1870 (iPhone; iOS 18.1)',
    'Podcasts/1650.20 CFNetwork/1333.0.4 Darwin/21.5.0',
    'SomebodysApp/3 CFNetwork/1408.0.4 Darwin/22.5.0',
    'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
    'Pocket Casts',
    'Shifty Jelly Pocket Casts, iOS v4.3',
    'Castro 2024.5/1234',
    'Castro 1',
    'Snipd',
    'Castbox/8.0 (fm.castbox.audiobook.radio.podcast; Android)',
    'AntennaPod/3.4.0',
    'PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)',
    'Podcast Addict - Dalvik/2.1.0',
    'PodcastRepublic/18.0',
    'Player FM',
    'Podverse/4.1',
    'Fountain/1.0',
    'gPodder/3.10 (+http://gpodder.org/)',
    'Downcast/2.9',
    'iTunes/12.1',
    'Stitcher/Android',
    'TuneIn Radio/20',
    'Deezer/1.0',
    'Amazon Music/9',
    'Spotify/8.6.98 iOS/15.4 (iPhone12,1)',
    'Sonos/70.3',
    'AlexaMediaPlayer/2.1',
    'VLC/3.0.16 LibVLC/3.0.16',
    'foobar2000/1.6',
    'NewPlayer/1.0 (podcast player; Linux)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'com.google.android.apps.youtube.music/62852240 (Linux; U; Android 11; pt_BR; Redmi Note 8)',
    'com.google.ios.youtubemusic/6.42 (iPhone14,5; U; CPU iOS 17_3 like Mac OS X; de_DE)',
    'sp-agent',
    'spotify_android-mobile',
    'AmazonMusic%2F24.5.1 iPhone14,5 CFNetwork/1494.0.7 Darwin/23.4.0',
    'AmazonMusic%2F17.16.2',
    'Mozilla/5.0 (Linux; Android 9; CUBOT_NOTE_S) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'SomeStation Radio/3.1',
    'org.example.listen/1.0',
    'Mozilla/5.0 (Linux; U; Windows NT 6.1; en-us; dream) SomeCatcher',
    'someamp/1.0 (https://example.com/someamp)',
  ])('a user agent "%s" is a listener', (agent) => expect(kindOf(agent)).toBe('listener'));

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Spotify/1.0',
    'Overcast%20Transcriber/1 CFNetwork/3855.100.1 Darwin/25.0.0',
    'Mozilla/5.0 (compatible; podcast-downloader/1.0)',
    'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.2673',
    'SomeHost Importer/2.0',
    'iTMS',
    'PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)',
    'Overcast/1.0 Podcast Sync (1 subscribers; feed-id=1; +http://overcast.fm/)',
    'Podbean Importer',
    'AntennaPodBot/1.0',
    'Podcast-SomeMention/1.0',
    'SomeService/1 CFNetwork/1467.1 Darwin/23.0.0',
    'curl/8.5.0',
    'Wget/1.21',
    'python-requests/2.31.0',
    'Go-http-client/1.1',
    'node',
  ])('a user agent "%s" is a bot', (agent) => expect(kindOf(agent)).toBe('bot'));

  it.each([
    'atc/1.0',
    'atc/1.0 watchOS/10.0 model/Watch6,7 hwp/t8301 build/21R356',
    'atc/1.0%20watchOS/10.0',
    'Overcast (+http://overcast.fm/; Apple Watch podcast app)',
    'SomePlayer/2.1 (Apple Watch; watchOS 11.2)',
    '(null)/(null) watchOS/5.0.1 model/Watch3,3 hwp/t8004 build/16R381 (6; dt:155)',
  ])('a user agent "%s" is a watch', (agent) => expect(kindOf(agent)).toBe('watch'));

  it('a user agent of any length and content is judged at once', () => {
    for (const piece of ['a', '/', '%', ' podcast', 'com.', '(', 'pod', '-', '_'])
      expect(['listener', 'bot', 'watch']).toContain(kindOf(piece.repeat(100_000)));
  });
});
