/**
 * The words of programs that fetch episodes without a listener, as regular expressions: the work that they do, or the
 * service that they belong to. `isbot` knows many more by their names; those here look like apps, to it or to us.
 */

const listed = (text: string): readonly string[] => text.trim().split(/,\s+/);

/** Words for work on feeds and files, without downloading: listeners use download managers on telephones. */
export const FETCHER_WORDS = listed(String.raw`
  (?<!cu|tweet)bot(?:\b|_), crawl, spider, scrap(?:e|ing), archiver, transcri, import(?:er|s?\b), pars(?:er|ing),
  fetch(?:er|ing)?\b, feed ?(?:reader|consumer|validator), (?:podcast|feed)[ -]?sync, index(?:er|ing)\b, analy[sz]er,
  monitor(?:ing)?\b, validat(?:e|or|ion)\b, check(?:er)?\b, test(?:er|ing)\b, preview, proxy\b, audit\b, sanity,
  preflight, pipeline, [- ](?:service-)?worker\b, puller, grabber, catalog\b, classifier, aggriv, summari[sz],
  processor\b, scanner, mentions?\b, ingest, \d+ subscribers, search(?:er)?\b, toolkit, \bvirtual, \bAPI\b(?! (?:level )?\d), MCP\b,
  backfill, \benclosure, \bstt\b, (?<!i)dl(?=/| -|$), \bpodcast service
`);

/** Hosts, directories, media monitors and tools whose names say nothing of their work. */
export const FETCHERS = listed(String.raw`
  7Siters, AIS VirtualListener, atheerfm, Audacy Creator Lab, Blubrry, Buck/, Captivate, Castnews, Castopod, Castos,
  Chartable, CherryPick, ContentFlow, FlexGet, Goodpods/[\d.]+$, GuestPrimer, Headliner(?!/[\d.]+ \(Headliner-),
  Iceshrimp, Jamit/[\d.]+$, Jaunt, Libsyn, ListenNotes, llmfeed, lychee,
  MagellanAI, Mastodon, Megaphone, MetapodcastV, Misskey, newspaper/, Omny ?Studio, OgScrper, parc/, Pinecast, Pleroma,
  Akkoma, GoToSocial, Podchaser, Podcastindex, PodcastIndexManager, PodcastStandard, Podcorn, Podcst, Podget, Podgrab$,
  Podhound, Podio, Podnews, Podscribe, PodSearcher, Podsights, Podtail, Podtrac, pyannoteAI, RedCircle, Rephonic,
  Riverside, RStudio, RSStT, Simplecast, SoundMadeSeen, speechischeap, storagegw, SupportingCast, TerraCotta, Trackable,
  Transistor, Transmission, veritone, ZDM/, Zencastr, iTMS$
`);
