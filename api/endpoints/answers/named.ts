// Gives a response schema the name under which the OpenAPI document references it.
import type { InferType, Schema } from "yup";

export type NamedSchema<S extends Schema = Schema> = { name: string; schema: S };

/** Type of the responses that the schema describes; the dashboard imports these types. */
export type AnswerOf<N extends NamedSchema> = InferType<N["schema"]>;

export const named = <S extends Schema>(name: string, schema: S): NamedSchema<S> => ({ name, schema });
