import feedReaders from 'node-device-detector/regexes/client/feed_readers.js';
import mediaPlayers from 'node-device-detector/regexes/client/mediaplayers.js';
import mobileApps from 'node-device-detector/regexes/client/mobile_apps.js';

/**
 * How apps, players and feed readers begin their user agents, as regular expressions: the lists of Matomo, which a new
 * version of the package renews.
 */
export const KNOWN_APPS: readonly string[] = [mobileApps, mediaPlayers, feedReaders].flatMap((list) => list.map(({ regex }) => regex));

/**
 * Podcast apps, smart speakers and other devices beside Matomo's. They are needed for agents that name neither their
 * system nor a media library, which `isbot` takes for bots.
 */
export const PODCAST_APPS: readonly string[] = [
  // Matomo knows these by their own form of a version alone.
  ...['Airsonic', 'Amarok', 'Anghami', 'Audible', 'Boomplay', 'Bose', 'Breaker', 'Breez', 'Castamatic', 'Castaway'],
  ...['Castro', 'Echo', 'Fathom', 'FeedStation', 'Fountain', 'Gaana', 'GoLoud', 'Goodpods', 'gPodder', 'Himalaya'],
  ...['Hubhopper', 'Juice', 'Kasts', 'KKBOX', 'Laughable', 'Luminary', 'MixerBox', 'Newsboat'],
  ...['Pandora', 'Rhythmbox', 'SiriusXM', 'Snipd', 'Sonos', 'Spreaker', 'Stitcher', 'Swoot', 'Xiaoyuzhou', 'Zune'],
  // Matomo does not know these.
  ...['Acast', 'AhaRadio', 'Airr', 'Alexa ?(?:MediaPlayer)?', 'Amazon ?Music', 'AmazonAVS'],
  ...['Anytime', 'Apple ?Podcasts', 'Apple ?TV', 'AppleCoreMedia', 'ARD[ -](?:Audiothek|Sounds)', 'Audacy'],
  ...['Audio Now', 'audiobookshelf', 'AvsDeviceSdk', 'BaladoQuebec', 'BBC ?(?:Sounds|iPlayer)', 'bPod'],
  ...['BTWebClient', 'capsule', 'Cast ?Box', 'castero', 'Castria', 'CurioCaster', 'Dlf Audiothek'],
  ...['doubleTwist', 'Dynamo', 'ExoPlayer(?:Lib)?', 'faidr', 'FB4A', 'FDM', 'FocusPodcast', 'Fyyd', 'Garmin \\w+'],
  ...['Godcaster', 'gvfs', 'Headliner', 'Iframely', 'JamxFeeds', 'libmpv', 'Lisny', 'pypodder', 'ReadYou', 'Sybel', 'TPA'],
  ...['Tumult', 'Zeno'],
  ...['Google ?Podcasts', 'HermesPod', 'HomePod', 'iHeart(?:Radio)?', 'InCast', 'Instacast(?:HD|Plus)?'],
  ...['Jabbercast', 'Jamit', 'Jellyfin', 'JioSaavn', 'JRiver', 'KidsPod', 'KMPlayer', 'Les ?Ind[eé]s ?Radios'],
  ...['Logitech Media Server', 'mpg123', 'MPC-HC', 'mpv', 'Music Player Daemon', 'Newsly', 'NPR(?:One)?\\w*'],
  ...['OpenStream', 'Overcast', 'PlayStation', 'Plex', 'Podbean', 'podboat'],
  ...['Podcast ?(?:Addict|App|Ever|Guru|Player|Republic)', 'Podcini', 'Podhome', 'Podium'],
  ...['PodPuppy', 'PodQast', 'Qobuz', 'Radio ?Public', 'Radioline', 'RealPlayer', 'Roku', 'RSS ?Radio'],
  ...['Samsung[ /]Podcasts?', 'Shifty Jelly Pocket Casts', 'Sonnet', 'SoundCloud', 'Squeezebox'],
  ...['Storytel(?:Downloader)?', 'Strawberry', 'Tesla', 'The ?Podcast ?App', 'Tidal', 'TiVo'],
  ...['URL/Emacs', 'VictorReader\\w*', 'Wavlake', 'WMPlayer', 'Wondery', 'Xbox', 'Yoto', 'YouTube ?Music'],
];
