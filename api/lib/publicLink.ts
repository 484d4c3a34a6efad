// Addresses that people outside open, for tools and operations alike.
export { artifactUrl, publicLink } from "../../platform/publicLink.ts";
