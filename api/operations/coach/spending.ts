// Model cost of the coach's answers.
export { requireBudget, spend } from "../../../models/bookkeeping/modelSpending.ts";
