// URLs for people outside the service, re-exported for tools and operations.
export { artifactUrl, publicLink, publicPath, traceViewerPath, traceViewerUrl } from "../../platform/publicLink.ts";
