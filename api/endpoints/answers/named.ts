// A schema of an answer under the name that the OpenAPI document's references use.
import type { InferType, Schema } from "yup";

export type NamedSchema<S extends Schema = Schema> = { name: string; schema: S };

/** The type of the answers that the schema describes; the dashboard imports such types. */
export type AnswerOf<N extends NamedSchema> = InferType<N["schema"]>;

export const named = <S extends Schema>(name: string, schema: S): NamedSchema<S> => ({ name, schema });
