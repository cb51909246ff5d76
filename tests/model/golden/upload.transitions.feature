Feature: Upload
  One file from the choice to the store.

  @path-ed53027b @spec-2§4.7
  Scenario: An open collection, 5 steps to "Processing" (ed53027b)
    Given the Upload page of a collection that is open
    And the page shows "Drag your XML file here"
    When the page hears that the collection takes files
    Then the page still shows "Drag your XML file here"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the user drags something to the Upload page, or chooses something there, that is not one XML file
    Then the page shows "This file cannot be used"
    And the reason stands below
    When the user chooses the file of the unfinished upload again
    Then the page shows "If the connection is lost or you close this page, you can continue the upload later."
    And how far the file is stands above
    When a live message says that the whole file has arrived
    Then the page shows "Processing"
    And the page has moved on to the submission

  @path-6bff2f0f @spec-2§4.7
  Scenario: An open collection, 30 steps to "Processing" (6bff2f0f)
    Given the Upload page of a collection that is open
    And the page shows "Drag your XML file here"
    When the user chooses another file than that of the unfinished upload
    Then the page shows "This file cannot be used"
    And the reason stands below
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check of the file goes on
    Then the page still shows "Checking the file in your browser"
    When the user presses "Cancel"
    Then the page shows "Drag your XML file here"
    When the file that another page has handed over cannot be taken
    Then the page shows "The file could not be read"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check ends without having found anything
    Then the page shows "Ready to upload"
    When the user presses "Choose another file"
    Then the page shows "Drag your XML file here"
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check finds schema errors
    Then the page shows "Upload anyway"
    And what was found is listed
    When the user presses "Upload anyway"
    Then the page shows "Starting the upload"
    When a live message says that the file of another tab has arrived in its place
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When the user presses "Try again"
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

  @path-d419fd91 @spec-2§4.7
  Scenario: An open collection, 13 steps to "Upload failed" (d419fd91)
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
    When the user drops an XML file on the card of the collection
    Then the page shows "Checking the file in your browser"
    When the check ends without having found anything
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

  @path-365ef86b @spec-2§4.7
  Scenario: An open collection, 5 steps to "Processing" (365ef86b)
    Given the Upload page of a collection that is open
    And the page shows "Drag your XML file here"
    When the user chooses the file of the unfinished upload again
    Then the page shows "If the connection is lost or you close this page, you can continue the upload later."
    And how far the file is stands above
    When the user presses "Cancel"
    Then the page shows "Cancelling the upload"
    When the server takes note of the cancelling
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When the user presses "Try again"
    Then the page shows "If the connection is lost or you close this page, you can continue the upload later."
    And how far the file is stands above
    When every part of the file has arrived
    Then the page shows "Processing"
    And the page has moved on to the submission

  @path-1441b1a3 @spec-2§4.7
  Scenario: An open collection, 6 steps to "Processing" (1441b1a3)
    Given the Upload page of a collection that is open
    And the page shows "Drag your XML file here"
    When the user chooses the file of the unfinished upload again
    Then the page shows "If the connection is lost or you close this page, you can continue the upload later."
    And how far the file is stands above
    When the file is not the one whose parts have arrived
    Then the page shows "This file cannot be used"
    And the reason stands below
    When the user chooses the file of the unfinished upload again
    Then the page shows "If the connection is lost or you close this page, you can continue the upload later."
    And how far the file is stands above
    When the server takes no part of the file any more
    Then the page shows "Cancelling the upload"
    When the server does not hear that the sending has failed
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When a live message says that the whole file has arrived
    Then the page shows "Processing"
    And the page has moved on to the submission

  @path-994a3b46 @spec-2§4.7
  Scenario: An open collection, 11 steps to "Upload failed" (994a3b46)
    Given the Upload page of a collection that is open
    And the page shows "Drag your XML file here"
    When the user chooses the file of the unfinished upload again
    Then the page shows "If the connection is lost or you close this page, you can continue the upload later."
    And how far the file is stands above
    When the sending in parts stops
    Then the page shows "Cancelling the upload"
    When the server has heard that the sending has failed
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When the user presses "Try again"
    Then the page shows "If the connection is lost or you close this page, you can continue the upload later."
    And how far the file is stands above
    When the server takes the file in parts
    Then the page shows "If the connection is lost or you close this page, you can continue the upload later."
    And how far the file is stands above
    When the file is not the one whose parts have arrived
    Then the page shows "This file cannot be used"
    And the reason stands below
    When the user drags an XML file to the Upload page, or chooses one there
    Then the page shows "Checking the file in your browser"
    When the check ends without having found anything
    Then the page shows "Ready to upload"
    When the user presses "Upload file"
    Then the page shows "Starting the upload"
    When the server gives no answer to the request of the upload
    Then the page shows "Upload failed"
    And the button "Try again" is there
    When a live message says that the file of another tab has arrived in its place
    Then the page still shows "Upload failed"
