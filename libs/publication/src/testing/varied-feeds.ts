/** Feeds as hosts write them, each with something that is easily lost. Items have the guids g1, g2 and so on. */

type VariedFeed = { readonly bytes: Buffer; readonly contentType?: string };

const PODCAST = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"';
const ITUNES = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';

const enclosure = (number: number, quote = '"') =>
  `<enclosure url=${quote}https://media.example.com/${number}.mp3?a=1&amp;b=2${quote} length="1" type="audio/mpeg"/>`;
const item = (number: number, content = '') => `<item><guid>g${number}</guid>${enclosure(number)}${content}</item>`;
const rss = (content: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"${attributes && ` ${attributes}`}><channel><title>C</title>${content}</channel></rss>\n`;
const utf8 = (text: string): VariedFeed => ({ bytes: Buffer.from(text) });
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

export const VARIED_FEEDS: Readonly<Record<string, VariedFeed>> = {
  'RSS 2.0': utf8(rss(item(1) + item(2))),
  'one line without a declaration': utf8(`<rss version="2.0"><channel>${item(1)}</channel></rss>`),
  'indentation by tabs': utf8(rss(`\n\t\t<item>\n\t\t\t<guid>g1</guid>\n\t\t\t${enclosure(1)}\n\t\t</item>\n\t`)),
  CRLF: utf8(rss(`\n  ${item(1)}\n  ${item(2)}\n`).replaceAll('\n', '\r\n')),
  'CR alone': utf8(rss(`\n${item(1)}\n`).replaceAll('\n', '\r')),
  'blanks at the ends': utf8(`\n\n  ${rss(item(1)).replace(/^<\?xml[^>]*\?>/, '')}  \n\n`),
  CDATA: utf8(rss(item(1, '<description><![CDATA[<item><guid>not this</guid></item> ]] > & <b>]]></description>') + item(2))),
  'CDATA in a title and a guid': utf8(rss('<item><title><![CDATA[A & B]]></title><guid><![CDATA[g1]]></guid></item>')),
  comments: utf8(rss(`<!-- <item><guid>g9</guid></item> -->${item(1, '<!-- & < > -->')}<!---->`)),
  'comments round the root': utf8(`<!-- before -->${rss(item(1)).replace(/^<\?xml[^>]*\?>\n/, '')}<!-- after -->`),
  'processing instructions': utf8(
    rss(`<?php echo "<item>" ?>${item(1, '<?x y?>')}`).replace('\n', '\n<?xml-stylesheet type="text/xsl" href="/a.xsl"?>\n'),
  ),
  references: utf8(rss(item(1, '<title>&lt;&amp;&gt;&quot;&apos;&#169;&#xA9;&#x1F600;</title>'))),
  'entities of HTML': utf8(rss(item(1, '<title>Caf&eacute;&nbsp;&hellip;</title>'))),
  'a bare ampersand': utf8(rss(item(1, '<title>Q & A &unknown; & more</title>'))),
  'control characters': utf8(rss(`${item(1, '<title>o\u0001n\u000be</title>')}\u0002${item(2)}`)),
  'characters beyond the first plane': utf8(rss(item(1, '<title>😀 𝒳 👩‍👩‍👧</title>') + item(2))),
  'attributes in single quotes': utf8(
    rss(`<item><guid isPermaLink='false'>g1</guid>${enclosure(1, `'`)}</item>`).replace('"2.0"', `'2.0'`),
  ),
  'attributes over lines': utf8(
    rss(`<item>\n<guid>g1</guid><enclosure\n  url = "https://media.example.com/1.mp3"\n  type\n=\n"audio/mpeg"\n/></item>`),
  ),
  'a greater-than sign in an attribute': utf8(rss(item(1), 'x="a > b"')),
  'items with attributes': utf8(rss(`<item xml:lang="de" a="b>c"><guid>g1</guid>${enclosure(1)}</item>`)),
  'empty items': utf8(rss(`<item/><item></item><item />${item(1)}`)),
  'blanks in tags': utf8(rss(`<item\n><guid >g1</guid\n>${enclosure(1)}</item >`).replace('<rss ', '<rss\n   ')),
  'the Podcast Namespace': utf8(rss(item(1, '<podcast:transcript url="https://x.example/1.srt" type="application/srt"/>'), PODCAST)),
  'the Podcast Namespace at its old address': utf8(
    rss(item(1), 'xmlns:podcast="https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"'),
  ),
  'the Podcast Namespace with another prefix': utf8(rss(item(1), 'xmlns:pc="https://podcastindex.org/namespace/1.0"')),
  'the Podcast Namespace of the channel': utf8(rss(item(1)).replace('<channel>', `<channel ${PODCAST}>`)),
  'the Podcast Namespace of one item': utf8(rss(item(1).replace('<item>', `<item ${PODCAST}>`) + item(2))),
  'another meaning of podcast': utf8(rss(item(1), 'xmlns:podcast="https://example.com/podcast"')),
  'another meaning of podcast in one item': utf8(rss(item(1).replace('<item>', '<item xmlns:podcast="urn:x">') + item(2), PODCAST)),
  'own chapters': utf8(
    rss(item(1, '<podcast:chapters url="https://x.example/1.json" type="application/json+chapters"/>') + item(2), PODCAST),
  ),
  'an undeclared podcast prefix': utf8(rss(item(1, '<podcast:season>1</podcast:season>'))),
  'a prefix for everything': utf8(
    `<r:rss xmlns:r="urn:r" version="2.0"><r:channel><r:item><r:guid>g1</r:guid></r:item></r:channel></r:rss>`,
  ),
  'two items with one guid': utf8(rss(item(1) + item(1) + item(2))),
  'items without a guid': utf8(rss(`<item><title>T</title>${enclosure(1)}</item>`)),
  'other enclosures': utf8(
    rss(`<item><guid>g1</guid><enclosure url="https://x.example/a.pdf" type="application/pdf"/>${enclosure(1)}${enclosure(2)}</item>`),
  ),
  'Media RSS': utf8(
    rss(
      item(1, '<media:group><media:content url="https://x.example/1.mp4" type="video/mp4"/></media:group>'),
      'xmlns:media="http://search.yahoo.com/mrss/"',
    ),
  ),
  Atom: utf8(
    `<?xml version='1.0' encoding='utf-8'?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><entry><id>g1</id><link rel="enclosure" href="https://media.example.com/1.mp3"/></entry><entry><id>g2</id></entry></feed>`,
  ),
  'Atom with a prefix': utf8(`<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:id>g1</a:id></a:entry></a:feed>`),
  'RSS 1.0': utf8(
    `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#"><channel rdf:about="c"/><item rdf:about="g1"><title>One</title><enc:enclosure rdf:resource="https://media.example.com/1.mp3" enc:type="audio/mpeg"/></item></rdf:RDF>`,
  ),
  'a byte order mark': utf8(`\ufeff${rss(item(1))}`),
  'UTF-16': { bytes: utf16(rss(item(1, '<title>é 😀</title>')).replace('UTF-8', 'UTF-16')) },
  'ISO-8859-1': { bytes: latin1(rss(item(1, '<title>é</title>')).replace('UTF-8', 'ISO-8859-1')) },
  'windows-1252 by its media type': {
    bytes: latin1(rss(item(1, '<title>\x93é\x94</title>')).replace(' encoding="UTF-8"', '')),
    contentType: 'text/xml; charset=windows-1252',
  },
  'a DOCTYPE': utf8(
    `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">\n<rss version="0.91"><channel>${item(1)}</channel></rss>`,
  ),
  'text after the end': utf8(`${rss(item(1))}<script>x</script>`),
  'text before the start': utf8(`Notice: x\n<rss version="2.0"><channel>${item(1)}</channel></rss>`),
  'a large channel': utf8(
    rss(
      Array.from({ length: 2000 }, (_, number) => item(number + 1, `<description><![CDATA[${'x'.repeat(100)}]]></description>`)).join('\n'),
      ITUNES,
    ),
  ),
};
