// Rounds figures for sentences of health and gate.

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
