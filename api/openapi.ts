// The OpenAPI document of the whole service.
import { AREAS, endpointsOf } from "./endpoints/index.ts";
import { documentOf, type OpenApiDocument } from "./openapi/document.ts";

export type { OpenApiDocument };

export const openApiDocument = (version: string | undefined): OpenApiDocument =>
  documentOf(endpointsOf(AREAS), version);
