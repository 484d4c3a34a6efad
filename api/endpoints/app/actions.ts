// What guidance advises, as the call of a tool that a button makes.
import type { Call } from "../../../domain/guidance/calls.ts";
import { callView } from "../../tools/areas/guidance/calls.ts";
import type { AppAction } from "../answers/app/shared.ts";

export const actionOf = (call: Call): AppAction => ({ label: call.label, ...callView(call) });
