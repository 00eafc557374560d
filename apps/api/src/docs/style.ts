/** The style of the pages of documents. The reference is styled by Swagger UI below the header. */
export const STYLE = `
:root {
  color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; scroll-padding-top: 1rem;
  --ink: light-dark(#1f2a33, #e9e4da); --soft: light-dark(#55626c, #a9b2b8); --paper: light-dark(#faf8f4, #14191e);
  --raised: light-dark(#fff, #1b2229); --line: light-dark(#dcd7cc, #35404a); --link: light-dark(#0b5d66, #6fc7d0);
  --mark: light-dark(#ffe9a8, #5a4a12);
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper); }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: .5rem; top: .5rem; background: var(--raised); padding: .5rem 1rem; z-index: 2; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding: .6rem 1.25rem;
  border-bottom: 1px solid var(--line); background: var(--raised); }
header .home { font-weight: 650; color: inherit; text-decoration: none; }
header nav { display: flex; gap: 1.25rem; }
header form { margin-left: auto; }
form { display: flex; gap: .4rem; }
input, button { font: inherit; color: inherit; padding: .3rem .7rem; border: 1px solid light-dark(#8a938f, #66727c); border-radius: 6px;
  background: var(--paper); min-width: 0; }
button { cursor: pointer; }
.layout { display: grid; grid-template: 'pages main toc' / 15rem minmax(0, 46rem) 13rem; gap: 0 2.5rem; justify-content: center;
  padding: 0 1.25rem; }
.layout main { grid-area: main; padding: 1.5rem 0 4rem; overflow-wrap: break-word; }
.layout.home { display: block; max-width: 66rem; margin: 0 auto; }
.pages { grid-area: pages; font-size: .925rem; padding: 1.5rem 0; }
.toc { grid-area: toc; font-size: .875rem; padding: 2rem 0; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
.pages h2, .toc h2 { font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); margin: 1rem 0 .3rem; border: 0; }
.pages ul, .toc ul { list-style: none; margin: 0; padding: 0; }
.pages a, .toc a { display: block; padding: .15rem 0; color: inherit; text-decoration: none; }
.pages a:hover, .toc a:hover { color: var(--link); text-decoration: underline; }
.pages a[aria-current] { color: var(--link); font-weight: 650; }
.prose {
  h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
  h1 { font-size: 1.9rem; margin: 0 0 1rem; }
  h2 { font-size: 1.35rem; margin: 2.2rem 0 .8rem; }
  h3 { font-size: 1.1rem; margin: 1.8rem 0 .6rem; }
  .anchor { opacity: 0; text-decoration: none; font-weight: 400; }
  :is(h1, h2, h3, h4):hover .anchor, .anchor:focus { opacity: 1; }
  code { font: .875em/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; background: light-dark(#efebe2, #242d35); padding: .1em .3em;
    border-radius: 4px; }
  pre { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; overflow: auto; }
  pre code { background: none; padding: 0; }
  .table { overflow-x: auto; margin: 1rem 0; }
  table { border-collapse: collapse; font-size: .925rem; min-width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .45rem .7rem; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
  th { white-space: nowrap; }
  thead:not(:has(th)) { display: none; }
  img { max-width: 100%; background: #fff; border-radius: 8px; }
  blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
  mark { background: var(--mark); color: var(--ink); border-radius: 2px; }
}
.shelves { display: grid; align-items: start; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); gap: 1rem; margin: 2rem 0; }
.shelves section { background: var(--raised); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1.1rem; }
.shelves h2 { font-size: 1.05rem; margin: 0 0 .4rem; }
.shelves ul { list-style: none; margin: 0; padding: 0; }
.shelves li { padding: .15rem 0; }
.hits { list-style: none; padding: 0; }
.hits li { margin: 0 0 1.2rem; }
.hits p { margin: .1rem 0 0; color: var(--soft); }
.wide form { margin: 1.2rem 0; }
.wide form input { flex: 1; max-width: 30rem; padding: .5rem .8rem; }
footer { color: var(--soft); font-size: .875rem; border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; }
.to-pages { display: none; }
@media (max-width: 75rem) {
  .layout { grid-template: 'pages main' / 13rem minmax(0, 46rem); }
  .toc { display: none; }
}
@media (max-width: 48rem) {
  header { padding: .6rem 1rem; }
  header form { margin-left: 0; flex: 1 1 100%; }
  header form input { flex: 1; }
  .layout { display: block; padding: 0 1rem; }
  .pages { border-top: 1px solid var(--line); }
  .pages a { padding: .35rem 0; }
  .to-pages { display: inline; }
  .prose h1 { font-size: 1.6rem; }
}
@media print { header, .pages, .toc, .anchor { display: none; } .layout { display: block; } }
#swagger-ui { max-width: 90rem; margin: 0 auto; }
html.dark-mode, html.dark-mode body { background: var(--paper); }
.swagger-ui .info { margin: 1.5rem 0 1rem; }
.swagger-ui .info a { color: var(--link); }
.swagger-ui :is(.information-container, .wrapper) { padding-inline: clamp(.75rem, 2vw, 1.25rem); }
.swagger-ui .scheme-container { padding: 1rem 0; margin: 0 0 1rem; background: none; box-shadow: none; }
@media (max-width: 48rem) {
  .swagger-ui .info .title { font-size: 1.6rem; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
  .swagger-ui :is(.opblock-body, .table-container, .model-box) { overflow-x: auto; }
}
`;
