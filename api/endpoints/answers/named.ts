// A schema of an answer under the name that the OpenAPI document's references use.
import type { Schema } from "yup";

export type NamedSchema = { name: string; schema: Schema };

export const named = (name: string, schema: Schema): NamedSchema => ({ name, schema });
