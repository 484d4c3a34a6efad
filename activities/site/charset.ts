// In which character set an answer is written: its byte order mark, its header, or what the document says of itself.
import { MIMEType } from "node:util";
import sniff from "html-encoding-sniffer";

/** The HTML standard's name of the encoding, which TextDecoder knows; "UTF-8" where nothing says otherwise. Only HTML is looked into. */
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
