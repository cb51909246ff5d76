Feature: Upload
  One file from the choice to the store.

  @path-c91d1ad7 @spec-2§4.7
  Scenario: An open collection, 14 steps to "Processing" (c91d1ad7)
    Given the Upload page of a collection that is open
    And the page shows "Drag your XML file here"
    When the page hears that the collection takes files
    Then the page still shows "Drag your XML file here"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the user drags something to the Upload page that is not one XML file
    Then the page shows "This file cannot be used"
    And the reason stands below
    When the user chooses a file on the Upload page that is empty, too large or not .xml
    Then the page still shows "This file cannot be used"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check of the file goes on
    Then the page still shows "Checking the file in your browser"
    When the user presses "Cancel"
    Then the page shows "Drag your XML file here"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check ends without having found anything
    Then the page shows "Ready to upload"
    When the user presses "Choose another file"
    Then the page shows "Drag your XML file here"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check finds schema errors
    Then the page shows "Upload all the same"
    And what was found is listed
    When the user presses "Upload all the same"
    Then the page shows "Starting the upload"
    When a live message says that the whole file has arrived
    Then the page shows "Processing"
    And the page has moved on to the submission

  @path-269c43a6 @spec-2§4.7
  Scenario: An open collection, 24 steps to "Processing" (269c43a6)
    Given the Upload page of a collection that is open
    And the page shows "Drag your XML file here"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check finds that the file is not well-formed XML
    Then the page shows "File validation failed."
    And code, message, line and column of the first fault are there
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the file cannot be read any more (it was moved or changed, say)
    Then the page shows "The file could not be read"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check ends without having found anything
    Then the page shows "Ready to upload"
    When the user presses "Upload file"
    Then the page shows "Starting the upload"
    When the user presses "Cancel"
    Then the page shows "Cancelling the upload"
    When the server takes note of the cancelling
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When the user presses "Try again"
    Then the page shows "Starting the upload"
    When the server grants the upload
    Then the page shows "Keep this page open until the upload has finished."
    When the user presses "Cancel"
    Then the page shows "Cancelling the upload"
    When the server says that it is too late to cancel
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When the user presses "Try again"
    Then the page shows "Starting the upload"
    When the server refuses the upload
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When the user presses "Try again"
    Then the page shows "Starting the upload"
    When the server gives no answer to the request of the upload
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When the user presses "Try again"
    Then the page shows "Starting the upload"
    When the user presses "Cancel"
    Then the page shows "Cancelling the upload"
    When the server does not hear of the cancelling
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When the user presses "Try again"
    Then the page shows "Starting the upload"
    When the server grants the upload
    Then the page shows "Keep this page open until the upload has finished."
    When a part of the file has been sent
    Then the page still shows "Keep this page open until the upload has finished."
    When the whole file is in the store
    Then the page shows "Processing"
    And the page has moved on to the submission

  @path-93b636e6 @spec-2§4.7
  Scenario: An open collection, 10 steps to "Upload failed" (93b636e6)
    Given the Upload page of a collection that is open
    And the page shows "Drag your XML file here"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check ends without having found anything
    Then the page shows "Ready to upload"
    When the user presses "Upload file"
    Then the page shows "Starting the upload"
    When the server grants the upload
    Then the page shows "Keep this page open until the upload has finished."
    When the store refuses the file
    Then the page shows "Cancelling the upload"
    When the server has heard that the sending has failed
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When the user presses "Try again"
    Then the page shows "Starting the upload"
    When the server grants the upload
    Then the page shows "Keep this page open until the upload has finished."
    When the file breaks off on its way to the store
    Then the page shows "Cancelling the upload"
    When the server does not hear that the sending has failed
    Then the page shows "Upload failed"
    And the button "Try again" is there

  @path-d8becf92 @spec-2§4.7
  Scenario: An open collection, 5 steps to "Processing" (d8becf92)
    Given the Upload page of a collection that is open
    And the page shows "Drag your XML file here"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check ends without having found anything
    Then the page shows "Ready to upload"
    When the user presses "Upload file"
    Then the page shows "Starting the upload"
    When the server gives no answer to the request of the upload
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When a live message says that the whole file has arrived
    Then the page shows "Processing"
    And the page has moved on to the submission
