"""Checks a document against a schema: python3 sissaXmlschema.py document.xml schema.xsd. Ends with 0 if it is valid, 3 if not."""
import sys
from xml.etree.ElementTree import ParseError

import xmlschema

document, path = sys.argv[1:]
schema = xmlschema.XMLSchema(path)
try:
    # Lazy: without the tree of the document.
    sys.exit(0 if schema.is_valid(xmlschema.XMLResource(document, lazy=True)) else 3)
except ParseError:
    sys.exit(3)
