declare module "html-encoding-sniffer" {
  type Options = {
    /** Unknown labels are ignored, as browsers do. */
    transportLayerEncodingLabel?: string | undefined;
    defaultEncoding?: string;
    /** Of the document's start: 1,024 unless given. */
    maxPrescanBytes?: number;
  };
  const sniff: (bytes: Uint8Array, options?: Options) => string;

  export = sniff;
}
