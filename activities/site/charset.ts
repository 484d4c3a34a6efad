// Determines the character set of a response: from its byte order mark, its header, or its document.
import { MIMEType } from "node:util";
import sniff from "html-encoding-sniffer";

/** Returns the HTML standard's name of the encoding, which TextDecoder knows; "UTF-8" by default. Only HTML documents are searched. */
export function charsetOf(body: Buffer, contentType: string): string {
  const known = { transportLayerEncodingLabel: labelIn(contentType), defaultEncoding: "UTF-8" };
  if (!/html/i.test(contentType)) return sniff(body, { ...known, maxPrescanBytes: 0 });
  return sniff(body, known);
}

function labelIn(contentType: string): string | undefined {
  try {
    return new MIMEType(contentType).params.get("charset") ?? undefined;
  } catch {
    return undefined;
  }
}
