/** gRPC status codes of Temporal's responses. */
export const GRPC = {
  /** Also the result of a deadline that both sides notice at the same time. */
  cancelled: 1,
  invalidArgument: 3,
  deadline: 4,
  notFound: 5,
  permissionDenied: 7,
  failedPrecondition: 9,
  unavailable: 14,
  unauthenticated: 16,
} as const;
