// The OpenAPI document of the whole service, for comparison in tests.
import { AREAS, endpointsOf } from "../../api/endpoints/index.ts";
import { documentOf, type OpenApiDocument } from "../../api/openapi/document.ts";

export type { OpenApiDocument };

export const openApiDocument = (version: string | undefined): OpenApiDocument =>
  documentOf(endpointsOf(AREAS), version);
