// Addresses that people outside open, for tools and operations alike.
export { artifactUrl, publicLink, traceViewerUrl } from "../../platform/publicLink.ts";
