import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXParseException;

/** Reads "schema;schema<TAB>instance" lines, writes "valid", "invalid" or "crash" for each. Instance "-" judges the schema. */
public class Xerces {
  static final ErrorHandler strict = new ErrorHandler() {
    public void warning(SAXParseException fault) {}
    public void error(SAXParseException fault) throws SAXParseException { throw fault; }
    public void fatalError(SAXParseException fault) throws SAXParseException { throw fault; }
  };

  static Schema schemaOf(String files) throws Exception {
    SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    factory.setErrorHandler(strict);
    if (files.isEmpty()) return factory.newSchema();
    String[] names = files.split(";");
    Source[] sources = new Source[names.length];
    for (int i = 0; i < names.length; i++) sources[i] = new StreamSource(new File(names[i]));
    return factory.newSchema(sources);
  }

  static String judge(String files, String instance) {
    try {
      Schema schema = schemaOf(files);
      if (instance.equals("-")) return "valid";
      javax.xml.validation.Validator validator = schema.newValidator();
      validator.setErrorHandler(strict);
      validator.validate(new StreamSource(new File(instance)));
      return "valid";
    } catch (org.xml.sax.SAXException | java.io.IOException fault) {
      return "invalid";
    } catch (Throwable fault) {
      return "crash";
    }
  }

  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] parts = line.split("\t");
      System.out.println(judge(parts[0], parts[1]));
    }
  }
}
