// A folder and its index file are one page where they are sent byte for byte alike. Pure.

export type SentPage = { url: string; content: string };

/** What servers send for a folder. */
const INDEX = /\/(?:index|default)\.(?:html?|php|aspx?)$/i;

/** The index files among the pages whose folder is a page of the same bytes, with the folder's address. */
export function indexTwins(pages: readonly SentPage[]): { url: string; of: string }[] {
  const contents = new Map(pages.map(({ url, content }) => [url, content]));
  return pages.flatMap(({ url, content }) => {
    const folder = URL.parse(url);
    if (!folder || content === "" || !INDEX.test(folder.pathname)) return [];
    folder.pathname = folder.pathname.replace(INDEX, "/");
    return contents.get(folder.href) === content ? [{ url, of: folder.href }] : [];
  });
}
