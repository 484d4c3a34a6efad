// Addresses that people outside open, for tools and operations alike.
export { artifactUrl, publicLink, publicPath, traceViewerPath, traceViewerUrl } from "../../platform/publicLink.ts";
