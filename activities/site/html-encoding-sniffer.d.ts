declare module "html-encoding-sniffer" {
  type Options = {
    /** Unknown labels are ignored, as in browsers. */
    transportLayerEncodingLabel?: string | undefined;
    defaultEncoding?: string;
    /** Number of bytes at the document's start. Defaults to 1,024. */
    maxPrescanBytes?: number;
  };
  const sniff: (bytes: Uint8Array, options?: Options) => string;

  export = sniff;
}
