# Sends bodies unchanged for which Schemathesis has no serializer.
import schemathesis

schemathesis.serializer.alias(["application/gzip", "application/zip"], "application/octet-stream")
