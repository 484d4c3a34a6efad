// Treats a folder and its index file as one page if their responses are identical byte for byte. Pure.

export type SentPage = { url: string; content: string };

/** Index files that servers send for a folder. */
const INDEX = /\/(?:index|default)\.(?:html?|php|aspx?)$/i;

/** Returns the index files whose folder is a page with the same bytes, with the folder's address. */
export function indexTwins(pages: readonly SentPage[]): { url: string; of: string }[] {
  const contents = new Map(pages.map(({ url, content }) => [url, content]));
  return pages.flatMap(({ url, content }) => {
    const folder = URL.parse(url);
    if (!folder || content === "" || !INDEX.test(folder.pathname)) return [];
    folder.pathname = folder.pathname.replace(INDEX, "/");
    return contents.get(folder.href) === content ? [{ url, of: folder.href }] : [];
  });
}
