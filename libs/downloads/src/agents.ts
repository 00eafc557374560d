import { isbot } from 'isbot';

/**
 * How podcast apps, players and smart speakers call themselves, as regular expressions. `isbot` takes nearly everything for a bot
 * that does not look like a browser, so these are asked first.
 */
const APPS = [
  ...[
    'Acast',
    'AhaRadio',
    'Airr',
    'Airsonic',
    'Alexa ?(?:MediaPlayer)?',
    'Amazon ?Music',
    'AmazonAVS',
    'AvsDeviceSdk',
    'Ampache',
    'Anghami',
  ],
  ...[
    'AntennaPod',
    'Anytime',
    'AppleCoreMedia',
    'Apple ?Podcasts',
    'Apple ?TV',
    'ARD[ -](?:Audiothek|Sounds)',
    'Audacy',
    'Audible',
    'Audio Now',
    'audiobookshelf',
  ],
  ...[
    'BaladoQuebec',
    'BBC(?:%20| )?(?:Sounds|iPlayer)',
    'BeyondPod',
    'Boomplay',
    'Bose',
    'bPod',
    'Breaker',
    'Breez',
    'Bullhorn',
    'Castamatic',
  ],
  ...[
    'Castaway',
    'Cast ?Box',
    'castero',
    'Castria',
    'Castro',
    'CPod',
    'CurioCaster',
    'Cosmicast',
    'Deezer',
    'Dlf Audiothek',
    'DoggCatcher',
  ],
  ...[
    'Downcast',
    'ExoPlayer(?:Lib)?',
    'faidr',
    'Fathom',
    'FocusPodcast',
    'foobar2000',
    'Fountain',
    'Gaana',
    'Garmin \\w+',
    'GoldenPod',
    'GoLoud',
  ],
  ...['Goodpods', 'Google ?Podcasts', 'gPodder', 'HardCast', 'HermesPod', 'HiCast', 'Himalaya', 'HomePod', 'Hubhopper', 'HyperCatcher'],
  ...['iCatcher!?', 'iHeart(?:Radio)?', 'InCast', 'Instacast(?:HD|Plus)?', 'iTunes', 'iVoox', 'Jabbercast', 'JioSaavn', 'JRiver', 'Kasts'],
  ...[
    'KidsPod',
    'KKBOX',
    'Kodi',
    'Laughable',
    'Les Indés Radios',
    'Luminary',
    'Metacast',
    'MixerBox',
    'Moon ?FM',
    'mowPod',
    'MPlayer',
    'mpv',
  ],
  ...['MusicBee', 'myTuner', 'NetNewsWire', 'Newsboat', 'NPR(?:One)?\\w*', 'NRC Audio', 'Outcast', 'Overcast', 'Pandora', 'Playapod'],
  ...['Player ?FM', 'Pocket ?Casts', 'Podbay', 'Podbean', 'PodCruncher', 'Podcast ?(?:Addict|App|Ever|Guru|Player|Republic)', 'Podcasts'],
  ...['Podcatcher', 'Podcini', 'Podeo', 'PodFriend', 'Podhero', 'Podhome', 'Podimo', 'Podium', 'Podkicker(?: Pro)?', 'PodLP', 'Podopolo'],
  ...['PodPuppy', 'PodQast', 'Podurama', 'Podverse', 'Podvine', 'Podyssey', 'Procast', 'Qobuz', 'Radio ?Public', 'Radioline', 'Rhythmbox'],
  ...['Roku', 'RSS ?Radio', 'Saavn', 'Samsung[ /]Podcasts?', 'Shifty Jelly Pocket Casts', 'SiriusXM', 'Snipd', 'Sonnet', 'Sonos'],
  ...['SoundCloud', 'SoundOn', 'Spreaker', 'Stitcher', 'Storytel', 'Swoot', 'Tesla', 'The ?Podcast ?App', 'Tidal', 'TrueFans'],
  ...[
    'TuneIn(?: Radio)?',
    'Turtlecast',
    'uCast',
    'Vodacast',
    'VLC',
    'VictorReader\\w*',
    'Wavlake',
    'Winamp',
    'Wondery',
    'Xiaoyuzhou',
    'Zune',
  ],
].join('|');

/** An app's name at the beginning, as a product (RFC 9110, 10.1.5) or alone. */
const PODCAST_APP = new RegExp(`^(?:${APPS})(?=[/_,;( ]|$)`, 'i');
/** Spotify's app names its system; "Spotify/1.0" alone is the machine that fetches episodes for its own servers. */
const SPOTIFY_APP = /^Spotify\/[\d.]+ \w|;tpapi\b/;
/** An app on Apple's library, whatever its name; one that says what it is; one for podcasts that names the phone. */
const SAYS_SO = /\bCFNetwork\/[\d.]+ Darwin\/|\bwatchOS\/|\bpodcast (?:app|player)\b|podcast.*\b(?:iOS|iPhone|Android)\b/i;
/** Of the same names, and yet at work on feeds and files without anybody to listen. */
const NO_LISTENER = /bot\b|crawler|spider|archiver|feed ?(?:parser|fetcher|consumer)|podcast sync|importer|scanner|transcri|preview/i;

/** Whether a user agent is a machine that does not listen (decisions 12). A podcast app is never one, and none at all is none. */
export function isMachine(userAgent: string): boolean {
  const isApp = PODCAST_APP.test(userAgent) || SPOTIFY_APP.test(userAgent) || SAYS_SO.test(userAgent);
  return isApp ? NO_LISTENER.test(userAgent) : isbot(userAgent);
}
