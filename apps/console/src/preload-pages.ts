import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * A plugin of the build. It names the files of the pages in `index.html`, so that they load beside the small module
 * that requests the first data (`main.ts`).
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const app = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'app');
        if (app?.type !== 'chunk') return []; // while developing, nothing is bundled
        const link =
          (rel: string) =>
          (file: string): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel, crossorigin: true, href: `/console/${file}` },
            injectTo: 'head',
          });
        const scripts = [app.fileName, ...app.imports].filter((file) => !html.includes(file));
        return [...scripts.map(link('modulepreload')), ...[...(app.viteMetadata?.importedCss ?? [])].map(link('stylesheet'))];
      },
    },
  };
}
