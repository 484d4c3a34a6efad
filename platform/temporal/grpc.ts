/** gRPC status codes of Temporal's answers. */
export const GRPC = {
  /** Also what a deadline ends in where both sides notice it at once. */
  cancelled: 1,
  invalidArgument: 3,
  deadline: 4,
  notFound: 5,
  permissionDenied: 7,
  failedPrecondition: 9,
  unavailable: 14,
  unauthenticated: 16,
} as const;
