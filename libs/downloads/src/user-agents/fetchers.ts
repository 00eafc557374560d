/**
 * The words of programs that fetch episodes without a listener, as regular expressions: the work that they do, or the
 * service that they belong to. `isbot` knows many more by their names; those here look like apps, to it or to us.
 */

const listed = (text: string): readonly string[] => text.trim().split(/,\s+/);

/** Words for work on feeds and files. Downloading is not among them: download managers on telephones are used by listeners. */
export const FETCHER_WORDS = listed(String.raw`
  (?<!cu)bot(?:\b|_), crawl, spider, scrap(?:e|ing), archiver, transcri, import(?:er|s?\b), pars(?:er|ing),
  fetch(?:er|ing)?\b, feed ?(?:reader|consumer|validator), (?:podcast|feed)[ -]?sync, index(?:er|ing)\b, analy[sz]er,
  monitor(?:ing)?\b, validat(?:e|or|ion)\b, check(?:er)?\b, test(?:er|ing)\b, preview, proxy\b, audit\b, sanity,
  preflight, pipeline, [- ](?:service-)?worker\b, puller, grabber, catalog\b, classifier, aggriv, summari[sz],
  processor\b, scanner, mentions?\b, ingest, \d+ subscribers, search(?:er)?\b, toolkit, \bvirtual
`);

/** Hosts, directories, media monitors and tools whose names say nothing of their work. */
export const FETCHERS = listed(`
  7Siters, AIS VirtualListener, atheerfm, Audacy Creator Lab, Blubrry, Buck/, Captivate, Castnews, Castos, Chartable,
  CherryPick, ContentFlow, FlexGet, GuestPrimer, Headliner, Iceshrimp, Jaunt, Libsyn, ListenNotes, llmfeed, lychee,
  MagellanAI, Mastodon, Megaphone, MetapodcastV, Misskey, newspaper/, Omny ?Studio, OgScrper, parc/, Pinecast, Pleroma,
  Akkoma, GoToSocial, Podchaser, Podcastindex, PodcastIndexManager, Podcorn, Podgrab$, Podio, Podnews, Podscribe,
  PodSearcher, Podsights, Podtail, Podtrac, RedCircle, Rephonic, Riverside, RSStT, Simplecast, speechischeap,
  storagegw, TerraCotta, Trackable, Transistor, Transmission, veritone, Zencastr, iTMS$
`);
