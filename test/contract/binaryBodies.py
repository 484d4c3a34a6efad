# Bodies that Schemathesis knows no serializer for are sent as the bytes that they are.
import schemathesis

schemathesis.serializer.alias(["application/gzip", "application/zip"], "application/octet-stream")
